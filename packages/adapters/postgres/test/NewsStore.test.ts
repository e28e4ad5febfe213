import { suite } from "@kittiwake/core/testing/newsStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
