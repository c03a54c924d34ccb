// The screen stays on while a game is played, where the device allows it.

/** Keeps the screen on whenever the page is seen, until the returned function is called. */
export function stayAwake(): () => void {
  if (!("wakeLock" in navigator)) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const ask = async (): Promise<void> => {
    // The device lets go of the screen when the page is hidden.
    if (over || document.visibilityState !== "visible") return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    if (over) await lock?.release();
  };
  const seen = (): void => void ask();
  document.addEventListener("visibilitychange", seen);
  seen();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", seen);
    void lock?.release();
  };
}
