// The screen stays on during a game, if the device allows it.

/** Keeps the screen on while the page is visible, until the returned function is called. */
export function stayAwake(): () => void {
  if (!("wakeLock" in navigator)) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const ask = async (): Promise<void> => {
    // The device releases the lock when the page is hidden.
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
