import { learn } from "../words";
import type { Live } from "../wire/live.svelte";
import { channelOf } from "./calls";
import ChatBox from "./ChatBox.svelte";
import ChatButton from "./ChatButton.svelte";
import ChatDialog from "./ChatDialog.svelte";
import ReactionMenu from "./ReactionMenu.svelte";
import Reactions from "./Reactions.svelte";
import type { ChatChannel } from "./channel.svelte";

export interface TableChat {
  channel: ChatChannel;
  Box: typeof ChatBox;
  /** The button that opens the dialog if the box has no room. */
  Button: typeof ChatButton;
  Dialog: typeof ChatDialog;
  Menu: typeof ReactionMenu;
  Reactions: typeof Reactions;
  /** Stops listening. */
  close(): void;
}

/** The chat of a table, connected, with its catalogue loaded. Rejects if the catalogue cannot be loaded. */
export async function openTableChat(live: Live): Promise<TableChat> {
  await learn("chat");
  const channel = channelOf(live.id);
  const stop = live.listenToMessages((message) => {
    if (message.kind === "chat") channel.receive(message.line);
  });
  // Reload after a break of the connection, and when the watchers' room opens after the end.
  const watch = $effect.root(() => {
    const whole = $derived(live.status === "live" || live.status === "back");
    const ended = $derived(live.snapshot?.status === "finished" || live.snapshot?.status === "aborted");
    const mine = $derived(live.snapshot?.seats.some((seat) => seat.mine));
    $effect(() => {
      void [ended, mine];
      if (whole) void channel.refresh();
    });
  });
  return {
    channel,
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
