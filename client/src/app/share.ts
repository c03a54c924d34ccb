// Shares content: by the device's share dialog, else by the clipboard, else as a file.

import { t } from "../words";
import { toast } from "./announce.svelte";

/** Copies a text and shows `confirmation`; a refusal of the browser shows an error. */
export async function copyText(text: string, confirmation: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => toast.show(confirmation),
    () => toast.show(t("copy.refused")),
  );
}

/** Shares a text by the device's share dialog, else copies it and shows `confirmation`. */
export async function shareText(text: string, confirmation: string): Promise<void> {
  if (typeof navigator.share === "function") await navigator.share({ text }).catch(changedMind);
  else await copyText(text, confirmation);
}

export type Shared = "shared" | "copied" | "saved";

/** Shares a picture from an address of the server. Rejects if the server refuses it. */
export async function sharePicture(address: string, name: string): Promise<Shared> {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(String(answer.status));
  return shareFile(new File([await answer.blob()], name, { type: "image/png" }));
}

/** Shares a picture; a cancelled share dialog counts as shared. */
export async function shareFile(picture: File): Promise<Shared> {
  if (typeof navigator.canShare === "function" && navigator.canShare({ files: [picture] })) {
    await navigator.share({ files: [picture] }).catch(changedMind);
    return "shared";
  }
  if ("clipboard" in navigator && typeof ClipboardItem !== "undefined") {
    const copied = await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]).then(
      () => true,
      () => false,
    );
    if (copied) return "copied";
  }
  save(picture);
  return "saved";
}

function changedMind(error: unknown): void {
  if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
}

function save(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
