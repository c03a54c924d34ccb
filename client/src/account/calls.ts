import { api } from "../app/server";
import type { Account, DeviceLink, MakeToken, NewToken, ProgramToken } from "../wire/types";

/** What the server does for a person's name, devices, tokens and data. Every refusal is thrown as `ApiError`. */
export const calls = {
  account: (): Promise<Account> => api.ask("GET", "/account"),
  protect: (name: string, password: string, bot: boolean): Promise<Account> => api.ask("POST", "/account", { name, password, bot }),
  logIn: (name: string, password: string): Promise<unknown> => api.ask("POST", "/account/login", { name, password }),
  logOut: (): Promise<void> => ending("POST", "/account/logout"),
  changePassword: (old: string, fresh: string): Promise<unknown> => api.ask("PUT", "/account/password", { old, new: fresh }),
  /** Everything about the caller is gone afterwards. */
  forget: (account: Account): Promise<void> => ending("DELETE", account.protected ? "/account" : "/session"),
  tokens: async (): Promise<ProgramToken[]> => (await api.ask<{ tokens: ProgramToken[] }>("GET", "/account/tokens")).tokens,
  makeToken: (wish: MakeToken): Promise<NewToken> => api.ask("POST", "/account/tokens", wish),
  endToken: (id: string): Promise<unknown> => api.ask("DELETE", `/account/tokens/${encodeURIComponent(id)}`),
  link: (): Promise<DeviceLink> => api.ask("POST", "/session/link"),
  claim: (code: string): Promise<{ name: string }> => api.ask("POST", "/session/claim", { code }),
};

/** A call after which this browser has no session any more. */
async function ending(method: "POST" | "DELETE", path: string): Promise<void> {
  await api.ask(method, path);
  api.sessionEnded();
}

/** Where everything that the server keeps about the caller can be fetched as a file. */
export const EXPORT = "/api/v1/account/export";
