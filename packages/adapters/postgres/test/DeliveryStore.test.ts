import { suite } from "@kittiwake/core/testing/deliveryStoreSuite"
import { onEveryDatabase } from "./databases.ts"

onEveryDatabase(suite)
