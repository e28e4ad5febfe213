/** Starts the application on port 3000, with its data in `./data`. */
import { Kittiwake } from "kittiwake"
import { makeApp } from "./app.ts"

const kittiwake = await Kittiwake.open({ dataDirectory: "./data" })
const server = makeApp(kittiwake).listen(3000, "127.0.0.1", () => console.log("http://127.0.0.1:3000"))

process.once("SIGTERM", () => server.close(() => void kittiwake.close()))
