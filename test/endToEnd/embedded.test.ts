import { monitoringSuite } from "./monitoringSuite.ts"
import { stoppingSuite } from "./stoppingSuite.ts"
import { openEmbedded } from "./storages.ts"

monitoringSuite("the embedded database", openEmbedded)
stoppingSuite("the embedded database", openEmbedded)
