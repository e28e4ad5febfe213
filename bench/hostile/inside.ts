/**
 * Loaded into the server before everything else: tells whoever connects for how long its main thread was held at most since
 * somebody last asked, by that thread's own processor time, whatever else the machine did meanwhile.
 */
import { rmSync } from "node:fs"
import { createServer } from "node:net"
import { isMainThread } from "node:worker_threads"
import { socketOf } from "./held.ts"

/** A turn that is shorter holds up nobody. */
const everyMillis = 5

const takenMillis = () => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

if (isMainThread) {
  let before = takenMillis()
  let longest = 0
  setInterval(() => {
    const now = takenMillis()
    longest = Math.max(longest, now - before)
    before = now
  }, everyMillis).unref()
  createServer((socket) => {
    socket.on("error", () => {})
    socket.end(String(longest))
    longest = 0
  })
    .listen(socketOf(process.pid))
    .unref()
  process.on("exit", () => rmSync(socketOf(process.pid), { force: true }))
}
