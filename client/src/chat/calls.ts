import { announce } from "../app/announce.svelte";
import { api } from "../app/server";
import { settings } from "../app/settings.svelte";
import { recall, remember } from "../app/storage";
import { t } from "../words";
import { reactionOf } from "./reactions";
import { ChatChannel, type ChannelSource } from "./channel.svelte";

const READ = "pasch.chat.read";
/** The number of places whose read lines are remembered; the oldest are dropped. */
const PLACES = 40;

/** The chat of a table; null is the lobby. */
export function channelOf(table: string | null): ChatChannel {
  const place = table ?? "lobby";
  return new ChatChannel(source(table), {
    read: new Map(marks()).get(place) ?? 0,
    remember: (line) => remember(READ, [...marks().filter(([other]) => other !== place), [place, line]].slice(-PLACES)),
    onUnread: ({ name, text }) => {
      const reaction = reactionOf(text);
      if (reaction === null) announce(t("chat.came", { name }));
      else if (settings.reactions) announce(t("chat.reacted", { name, reaction: t(`chat.reaction.${reaction}`) }));
    },
  });
}

/** The read state: pairs of a place and the number of its last read line. */
function marks(): [string, number][] {
  const known = recall(READ);
  return Array.isArray(known) ? known.filter(isMark) : [];
}

function isMark(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "number";
}

function someone(handle: string): { params: { path: { handle: string } } } {
  return { params: { path: { handle } } };
}

function source(table: string | null): ChannelSource {
  return {
    ...(table === null ? LOBBY : atTable(table)),
    mute: (person) => api.perform((server) => server.PUT("/api/v1/people/{handle}/mute", someone(person))),
    unmute: (person) => api.perform((server) => server.DELETE("/api/v1/people/{handle}/mute", someone(person))),
    muted: async () => (await api.ask((server) => server.GET("/api/v1/mutes"))).people,
    report: (line, reason) => api.perform((server) => server.POST("/api/v1/chat/{line}/report", { params: { path: { line } }, body: { reason } })),
  };
}

const LOBBY: Pick<ChannelSource, "load" | "send"> = {
  load: (before) => api.ask((server) => server.GET("/api/v1/chat", { params: { query: { before: before ?? null } } })),
  send: ({ text, to }) => api.ask((server) => server.POST("/api/v1/chat", { body: { text, to } })),
};

function atTable(table: string): Pick<ChannelSource, "load" | "send"> {
  const path = { table };
  return {
    load: (before) => api.ask((server) => server.GET("/api/v1/tables/{table}/chat", { params: { path, query: { before: before ?? null } } })),
    send: ({ room, ...line }) =>
      api.ask((server) => server.POST("/api/v1/tables/{table}/chat", { params: { path }, body: room === "lobby" ? line : { ...line, room } })),
  };
}
