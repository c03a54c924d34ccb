import { api } from "../app/server";
import type { Server } from "../wire/api";
import type { Account, DeviceLink, MakeToken, NewToken, ProgramToken } from "../wire/types";

/** Requests about a person's name, devices, tokens and data. Every refusal is thrown as `ApiError`. */
export const calls = {
  account: (): Promise<Account> => api.ask((server) => server.GET("/api/v1/account")),
  protect: (name: string, password: string, bot: boolean): Promise<Account> =>
    api.ask((server) => server.POST("/api/v1/account", { body: { name, password, bot } })),
  logIn: (name: string, password: string): Promise<unknown> => api.ask((server) => server.POST("/api/v1/account/login", { body: { name, password } })),
  logOut: (): Promise<void> => ending((server) => server.POST("/api/v1/account/logout")),
  changePassword: (old: string, fresh: string): Promise<void> =>
    api.perform((server) => server.PUT("/api/v1/account/password", { body: { old, new: fresh } })),
  publish: (isPublic: boolean): Promise<Account> => api.ask((server) => server.PUT("/api/v1/account/profile", { body: { public: isPublic } })),
  /** Deletes all data of the caller. */
  forget: (account: Account): Promise<void> =>
    ending((server) => (account.protected ? server.DELETE("/api/v1/account") : server.DELETE("/api/v1/session"))),
  tokens: async (): Promise<ProgramToken[]> => (await api.ask((server) => server.GET("/api/v1/account/tokens"))).tokens,
  makeToken: (body: MakeToken): Promise<NewToken> => api.ask((server) => server.POST("/api/v1/account/tokens", { body })),
  endToken: (token: string): Promise<void> =>
    api.perform((server) => server.DELETE("/api/v1/account/tokens/{token}", { params: { path: { token } } })),
  link: (): Promise<DeviceLink> => api.ask((server) => server.POST("/api/v1/session/link")),
  claim: (code: string): Promise<{ name: string }> => api.ask((server) => server.POST("/api/v1/session/claim", { body: { code } })),
};

/** Makes a call that ends the session of this browser. */
async function ending(call: (server: Server) => Promise<{ error?: unknown; response: Response }>): Promise<void> {
  await api.perform(call);
  api.sessionEnded();
}

/** The address of a file with all data that the server stores about the caller. */
export const EXPORT = "/api/v1/account/export";
