import { Layer } from "effect"
import { Database } from "../../src/memory/Database.ts"
import * as Sealer from "../../src/memory/Sealer.ts"
import { suite } from "../../src/testing/sealerSuite.ts"

suite("memory", Sealer.layer.pipe(Layer.provide(Database.layer)))
