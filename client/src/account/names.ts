/** Under which key the browser remembers how somebody wants to be called at tables. */
export const NAME_MEMORY = "pasch.name";
