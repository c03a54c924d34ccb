import { failureText, isOffline } from "../../app/failure";
import type { Api } from "../../wire/api";
import type { Rules, RuleValue, VariantDetail } from "../../wire/types";

/** The rules that a change makes void: those that each column sets itself, and the threshold of a removed bonus. */
function replaced(name: string, value: RuleValue): readonly string[] {
  if (name === "columns") return ["order", "announce", "max_rolls"];
  return name === "upper_bonus" && value === 0 ? ["bonus_from"] : [];
}

/** The reason of a refusal without the name of the rule, because the sentence is next to the rule. */
function reason(error: unknown): string {
  const text = failureText(error).replace(/^[a-z_]{1,40}: /, "");
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}

/** House rules during editing: the last playable set, and why other changes were refused. */
export class House {
  /** The variant with the last valid rules; null until it is loaded. */
  detail = $state.raw<VariantDetail | null>(null);
  /** The variant without house rules. */
  preset = $state.raw<VariantDetail | null>(null);
  /** Why the latest change of a rule was refused, by its name; `""` is the set as a whole. */
  refusals = $state.raw<Readonly<Record<string, string>>>({});
  error = $state.raw<unknown>(null);

  readonly #api: Pick<Api, "variant" | "houseRules">;
  #queue: Promise<unknown> = Promise.resolve();
  #run = 0;

  constructor(api: Pick<Api, "variant" | "houseRules">) {
    this.#api = api;
  }

  get rules(): Rules {
    return this.detail?.changed ?? {};
  }

  /** Loads a variant and rules. Drops unplayable rules and reports them. Never rejects. */
  async load(variant: string, rules: Rules): Promise<void> {
    this.#run += 1;
    const run = this.#run;
    this.refusals = {};
    this.error = null;
    try {
      const preset = await this.#api.variant(variant);
      if (run !== this.#run) return;
      this.preset = preset;
      this.detail = Object.keys(rules).length === 0 ? preset : await this.#playable(preset, rules, run);
    } catch (error) {
      if (run === this.#run) this.error = error;
    }
  }

  async #playable(preset: VariantDetail, rules: Rules, run: number): Promise<VariantDetail | null> {
    try {
      const changed = await this.#api.houseRules(preset.key, rules);
      return run === this.#run ? changed : this.detail;
    } catch (error) {
      if (isOffline(error)) throw error;
      if (run === this.#run) this.refusals = { "": reason(error) };
      return run === this.#run ? preset : this.detail;
    }
  }

  /** Changes one rule. If the result is unplayable, keeps the last rules, sets `refusals` and resolves with false. */
  set(name: string, value: RuleValue): Promise<boolean> {
    const done = this.#queue.then(() => this.#set(name, value));
    this.#queue = done;
    return done;
  }

  /** Resets a rule to the value of the variant. */
  reset(name: string): Promise<boolean> {
    return this.set(name, this.preset?.switches[name]?.value ?? null);
  }

  async #set(name: string, value: RuleValue): Promise<boolean> {
    const { detail } = this;
    const run = this.#run;
    if (detail === null) return false;
    const gone = replaced(name, value);
    const others = Object.entries(detail.changed).filter(([other]) => other !== name && !gone.includes(other));
    const { [name]: _, ...refusals } = this.refusals;
    try {
      const changed = await this.#api.houseRules(detail.key, { ...Object.fromEntries(others), [name]: value });
      if (run !== this.#run) return false;
      this.detail = changed;
      this.refusals = {};
      return true;
    } catch (error) {
      if (run === this.#run) this.refusals = { ...refusals, [name]: reason(error) };
      return false;
    }
  }
}
