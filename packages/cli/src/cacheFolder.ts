import { fileURLToPath } from "node:url"

/** Where an installation keeps what it can make again: beside the packages, whose owner alone can write there. */
export const cacheFolder = fileURLToPath(new URL("../.cache/kittiwake", import.meta.resolve("effect/package.json")))
