import { learn } from "../words";
import type { Live } from "../wire/live.svelte";
import { talkAt } from "./calls";
import ChatBox from "./ChatBox.svelte";
import ChatButton from "./ChatButton.svelte";
import ChatDialog from "./ChatDialog.svelte";
import ReactionMenu from "./ReactionMenu.svelte";
import Reactions from "./Reactions.svelte";
import type { Talk } from "./talk.svelte";

export interface TableChat {
  talk: Talk;
  Box: typeof ChatBox;
  /** Where there is no room for the box, this one opens the dialog. */
  Button: typeof ChatButton;
  Dialog: typeof ChatDialog;
  Menu: typeof ReactionMenu;
  Reactions: typeof Reactions;
  /** Stop listening. */
  close(): void;
}

/** The chat of a table, listening; its words are there too. Rejects when they cannot be fetched. */
export async function openTableChat(live: Live): Promise<TableChat> {
  await learn("chat");
  const talk = talkAt(live.id);
  const stop = live.listenBeside((message) => {
    if (message.kind === "chat") talk.hear(message.line);
  });
  // Lines that were said while the line was broken, and the watchers' room after the end, are asked for.
  const watch = $effect.root(() => {
    const whole = $derived(live.status === "live" || live.status === "back");
    const ended = $derived(live.snapshot?.status === "finished" || live.snapshot?.status === "aborted");
    const mine = $derived(live.snapshot?.seats.some((seat) => seat.mine));
    $effect(() => {
      void [ended, mine];
      if (whole) void talk.refresh();
    });
  });
  return {
    talk,
    Box: ChatBox,
    Button: ChatButton,
    Dialog: ChatDialog,
    Menu: ReactionMenu,
    Reactions,
    close: () => {
      stop();
      watch();
    },
  };
}
