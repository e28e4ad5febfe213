/** Unpacks archives where the thread's own TMPDIR points; the package knows no other way to be told. */
import { parentPort, workerData } from "node:worker_threads"
import { inflate } from "@sparticuz/chromium"

await Promise.all((workerData as ReadonlyArray<string>).map((archive) => inflate(archive)))
parentPort?.postMessage("unpacked")
