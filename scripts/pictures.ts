/**
 * `npm run pictures`: takes the pictures of the dashboard that the docs show, from the demo. `-- --only inbox` takes some, and
 * `-- --look --to FOLDER` takes what is to be looked at before: dark, narrow, German, with long lists and long names.
 */
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { takePictures } from "./dashboard/takePictures.ts"
import { root } from "./workspace.ts"

const { values } = parseArgs({
  options: {
    to: { type: "string", default: join(root, "docs/pictures") },
    browser: { type: "string", default: process.env.KITTIWAKE_BROWSER ?? "/usr/bin/chromium" },
    look: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] }
  }
})
await Effect.runPromise(
  takePictures({ to: values.to, executablePath: values.browser, only: values.only, isToLookAt: values.look })
)
