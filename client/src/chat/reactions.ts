// Quick reactions: a line of chat that is one of these signs and nothing else. Other clients show the sign.

export const REACTIONS = [
  { sign: "👏", name: "bravo" },
  { sign: "😄", name: "haha" },
  { sign: "😮", name: "oh" },
  { sign: "😢", name: "pity" },
  { sign: "😠", name: "grr" },
  { sign: "😎", name: "easy" },
  { sign: "🍀", name: "luck" },
  { sign: "💚", name: "thanks" },
] as const;

export type Reaction = (typeof REACTIONS)[number]["name"];

/** The reaction in a line; null for other lines. */
export function reactionOf(text: string): Reaction | null {
  return REACTIONS.find(({ sign }) => sign === text)?.name ?? null;
}
