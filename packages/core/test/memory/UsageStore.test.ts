import { Layer } from "effect"
import { Database } from "../../src/memory/Database.ts"
import * as OrganizationStore from "../../src/memory/OrganizationStore.ts"
import * as UsageStore from "../../src/memory/UsageStore.ts"
import { suite } from "../../src/testing/usageStoreSuite.ts"

suite("memory", Layer.merge(OrganizationStore.layer, UsageStore.layer).pipe(Layer.provide(Database.layer)))
