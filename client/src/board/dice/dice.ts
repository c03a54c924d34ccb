// On the wire, dice are a text ("13356", a ten-sided die after a slash: "11125/0"). Here they become objects with a
// place on the tray. Places exist only on the screen.

export interface Die {
  readonly face: number;
  /** Ten-sided dice show a number from 0 to 9 and follow the six-sided ones. */
  readonly ten: boolean;
}

/** The dice of a wire text, in its order: ascending, ten-sided dice last. */
export function parseDice(text: string): Die[] {
  const [six = "", ten = ""] = text.split("/");
  return [
    ...Array.from(six, (digit) => ({ face: Number(digit), ten: false })),
    ...Array.from(ten, (digit) => ({ face: Number(digit), ten: true })),
  ];
}

/** The dice of a keep such as `k335` or `k-`; null means "nothing kept". */
export function parseKeep(text: string | null): Die[] {
  if (text === null) return [];
  return parseDice(text.replace(/^k/, "").replace("-", ""));
}

/** The wire text of kept dice: `k335`, or `k-` when all dice are rolled. */
export function keepText(dice: readonly Die[]): string {
  const sorted = [...dice].sort(byFace);
  const six = sorted.filter((die) => !die.ten).map((die) => die.face).join("");
  const ten = sorted.filter((die) => die.ten).map((die) => die.face).join("");
  if (six === "" && ten === "") return "k-";
  return ten === "" ? `k${six}` : `k${six}/${ten}`;
}

/** Sorts ascending, six-sided before ten-sided. */
export function byFace(a: Die, b: Die): number {
  return Number(a.ten) - Number(b.ten) || a.face - b.face;
}

export function sameDie(a: Die, b: Die): boolean {
  return a.face === b.face && a.ten === b.ten;
}
