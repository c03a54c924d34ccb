import { failureText } from "./failure";

/** What a button asks of the server: one thing at a time, and in words why it was refused. */
export class Attempt {
  busy = $state(false);
  refusal = $state("");

  /** Does it, unless something is under way; never rejects. Whether it came off. */
  readonly run = async (deed: () => Promise<unknown>): Promise<boolean> => {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = "";
    try {
      await deed();
      return true;
    } catch (error) {
      this.refusal = failureText(error);
      return false;
    } finally {
      this.busy = false;
    }
  };
}
