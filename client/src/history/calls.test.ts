import { expect, test } from "vitest";
import { ApiError } from "../wire/problem";
import { outcome, type Step } from "./calls";

/** A body in chunks, cut in the middle of a line. */
function body(...lines: object[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, 7));
      controller.enqueue(bytes.slice(7));
      controller.close();
    },
  });
}

const half = { lines: 40, checked: 20, kept: 0 };

test("an import reports its progress, then its result", async () => {
  const steps: Step[] = [];
  const whole = { lines: 40, checked: 40, kept: 40 };
  const done = await outcome(body(half, whole, { imported: 40, known: 0, records: [] }), (step) => steps.push(step));
  expect(steps).toEqual([half, whole]);
  expect(done.imported).toBe(40);
});

test("a problem after some progress is thrown", async () => {
  const problem = { type: "about:blank", title: "", status: 422, code: "damaged_file", detail: "Line 21 is damaged" };
  await expect(outcome(body(half, problem), () => undefined)).rejects.toThrow(ApiError);
});

test("a truncated answer is no success", async () => {
  await expect(outcome(body(half), () => undefined)).rejects.toThrow(ApiError);
});
