export { type Key, type Params, t } from "./words";
