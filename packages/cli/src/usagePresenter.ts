/** Where help and wrong command lines are written. */
import { Console, Effect } from "effect"
import { CliOutput } from "effect/cli"

/**
 * Help that was asked for goes to standard output. What is wrong with a command line goes to standard error, in a few
 * lines: whoever sends the output of a command to a file finds no help in it.
 */
export const layer = CliOutput.layerPresenter({
  present: (event) =>
    Effect.gen(function* () {
      if (event._tag === "InvalidInvocation") {
        const formatter = yield* CliOutput.Formatter
        yield* Console.error(formatter.formatErrors(event.errors))
        return yield* Console.error(`\nHelp: ${event.commandPath.join(" ")} --help`)
      }
      if (event._tag === "Help" && event.reason === "Implicit") {
        const formatter = yield* CliOutput.Formatter
        return yield* Console.error(formatter.formatHelpDoc(event.helpDoc))
      }
      yield* CliOutput.defaultPresenter.present(event)
    })
})
