/**
 * Preloaded into a process: its wall clock is wrong by `TEST_SKEW_MILLIS`. What is measured, and what is waited for, is as
 * long as ever, as on a machine whose clock was set wrongly.
 */
const skewMillis = Number(process.env.TEST_SKEW_MILLIS)
const right = Date
const now = () => right.now() + skewMillis

globalThis.Date = new Proxy(right, {
  apply: () => new right(now()).toString(),
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made) as Date,
  get: (target, name) => (name === "now" ? now : (Reflect.get(target, name) as unknown))
})
