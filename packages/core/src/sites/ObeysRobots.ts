/** What an operator says of robots.txt. */
import { Context } from "effect"

/** Whether crawls keep to robots.txt. An operator who crawls his own sites may say no. */
export const ObeysRobots = Context.Reference<boolean>("@kittiwake/core/sites/ObeysRobots", {
  defaultValue: () => true
})
