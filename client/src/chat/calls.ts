import { announce } from "../app/announce.svelte";
import { api } from "../app/server";
import { recall, remember } from "../app/storage";
import type { ChatLine, ChatLines, ChatPerson } from "../wire/types";
import { t } from "../words";
import { Talk, type TalkSource } from "./talk.svelte";

const READ = "pasch.chat.read";
/** Places whose reading is remembered; the longest unread are forgotten. */
const PLACES = 40;

/** What is said at a table, or with null in the lobby. */
export function talkAt(table: string | null): Talk {
  const place = table ?? "lobby";
  return new Talk(source(table), {
    read: new Map(marks()).get(place) ?? 0,
    remember: (line) => remember(READ, [...marks().filter(([other]) => other !== place), [place, line]].slice(-PLACES)),
    unseen: (line) => announce(t("chat.came", { name: line.name })),
  });
}

/** How far every place was read: pairs of its name and the number of a line. */
function marks(): [string, number][] {
  const known = recall(READ);
  return Array.isArray(known) ? known.filter(isMark) : [];
}

function isMark(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "number";
}

function muting(person: string): string {
  return `/people/${encodeURIComponent(person)}/mute`;
}

function source(table: string | null): TalkSource {
  const path = table === null ? "/chat" : `/tables/${encodeURIComponent(table)}/chat`;
  return {
    load: (before) => api.ask<ChatLines>("GET", before === undefined ? path : `${path}?before=${String(before)}`),
    say: ({ room, ...line }) => api.ask<ChatLine>("POST", path, table === null ? line : { ...line, room }),
    mute: (person) => api.ask("PUT", muting(person)),
    unmute: (person) => api.ask("DELETE", muting(person)),
    muted: async () => (await api.ask<{ people: ChatPerson[] }>("GET", "/mutes")).people,
    report: (line, reason) => api.ask("POST", `/chat/${String(line)}/report`, { reason }),
  };
}
