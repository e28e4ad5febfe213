import { layer } from "../../src/memory/PauseKeeper.ts"
import { suite } from "../../src/testing/pauseKeeperSuite.ts"

suite("memory", layer)
