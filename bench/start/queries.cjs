/** Loaded into a server before anything else: adds a byte to a file for each question to the embedded database. */
const { appendFileSync } = require("node:fs")
const { StatementSync } = require("node:sqlite")
const { Worker } = require("node:worker_threads")

const count = (owner, method) => {
  const own = owner[method]
  owner[method] = function (...args) {
    appendFileSync(process.env.BENCH_QUERIES, ".")
    return own.apply(this, args)
  }
}

for (const method of ["run", "get", "all", "iterate"]) count(StatementSync.prototype, method)
// What threads are asked to do, each time for one call or several of a turn.
count(Worker.prototype, "postMessage")
