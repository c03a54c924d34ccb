/** The questions of the help: the last parts of the keys of question and answer. */
export const QUESTIONS = ["pencil", "saldo", "hint", "best", "mistake", "pause", "phones", "fair"] as const;
