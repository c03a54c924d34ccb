/** The key under which the browser remembers a player's preferred name. */
export const NAME_MEMORY = "pasch.name";
