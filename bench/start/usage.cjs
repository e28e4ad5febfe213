/** Loaded into a process before anything else: tells what it took when it ends. */
const { writeSync } = require("node:fs")

process.on("exit", () => {
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage()
  writeSync(3, JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: maxRSS / 1_024 }))
})
