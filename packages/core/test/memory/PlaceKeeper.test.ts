import { layer } from "../../src/memory/PlaceKeeper.ts"
import { suite } from "../../src/testing/placeKeeperSuite.ts"

suite("memory", layer)
