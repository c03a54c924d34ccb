/** The storage key of the player's preferred name. */
export const NAME_MEMORY = "pasch.name";
