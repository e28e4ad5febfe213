import { suite } from "@kittiwake/core/testing/deliveryStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
