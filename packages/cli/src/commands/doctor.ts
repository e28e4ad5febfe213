/** `kittiwake doctor`: what is found, what is missing, and how to mend it. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { failed } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { batchResults } from "../doctor/batchResults.ts"
import { blobs, blobsFrom, blobsKept } from "../doctor/blobs.ts"
import { brands } from "../doctor/brands.ts"
import { dashboard } from "../doctor/dashboard.ts"
import { database } from "../doctor/database.ts"
import { docsFolder } from "../doctor/docsFolder.ts"
import { findingsText } from "../doctor/findingsText.ts"
import { hosts } from "../doctor/hosts.ts"
import { languageModel } from "../doctor/languageModel.ts"
import { dataDirectory, freeSpace, nodeVersion } from "../doctor/machine.ts"
import { news } from "../doctor/news.ts"
import { newsBackends } from "../doctor/newsBackends.ts"
import { pageIndex } from "../doctor/pageIndex.ts"
import { people } from "../doctor/people.ts"
import { browser, fonts, ocr, robots } from "../doctor/reading.ts"
import { receivers } from "../doctor/receivers.ts"
import { redis } from "../doctor/redis.ts"
import { sealing } from "../doctor/sealing.ts"
import { search } from "../doctor/search.ts"
import { egress, server, settingNames } from "../doctor/surroundings.ts"
import { work } from "../doctor/work.ts"
import { json, print } from "../output.ts"

/** The command; it fails when something is broken. */
export const doctor = Command.make(
  "doctor",
  {
    json,
    quick: Flag.Boolean("quick").pipe(
      Flag.withDescription(
        "Do not read an embedded database whole, and ask nobody who charges for questions or counts them"
      ),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    const looked = yield* Effect.all(
      [
        nodeVersion,
        dataDirectory(settings),
        freeSpace(settings),
        database(settings, !flags.quick),
        redis(settings),
        server(settings),
        work(settings),
        hosts(settings),
        receivers(settings),
        search(settings, !flags.quick),
        people(settings, !flags.quick),
        newsBackends(settings),
        browser(settings),
        fonts(settings),
        ocr,
        sealing(settings),
        blobs(settings),
        blobsFrom(settings),
        blobsKept(settings),
        brands(settings),
        pageIndex(settings),
        news(settings),
        dashboard,
        batchResults(settings),
        languageModel(settings, !flags.quick)
      ],
      { concurrency: "unbounded" }
    )
    const found = looked.flat().filter((finding) => finding !== null)
    const findings = [...found, settingNames(settings), robots(settings), egress(settings)]
    const folder = yield* docsFolder
    yield* print(flags.json, findings, () => findingsText(findings, folder))
    const count = findings.filter(({ state }) => state === "broken").length
    if (count > 0) return yield* failed(`${count} ${count === 1 ? "thing needs" : "things need"} mending.`)
  })
).pipe(Command.withDescription("Say what is found, what is missing, and how to mend it"))
