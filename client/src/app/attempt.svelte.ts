import { failureText } from "./failure";

/** One request of a button at a time, with the refusal of the last one in words. */
export class Attempt {
  busy = $state(false);
  refusal = $state("");

  /** Runs the request unless one is pending. Returns whether it succeeded; never rejects. */
  readonly run = async (task: () => Promise<unknown>): Promise<boolean> => {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = "";
    try {
      await task();
      return true;
    } catch (error) {
      this.refusal = failureText(error);
      return false;
    } finally {
      this.busy = false;
    }
  };
}
