/** The organizations of a world. Each has a few credits, or enough of them. */
import { newOrganization, OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { Context, DateTime, Effect } from "effect"
import { epochMillis } from "./Universe.ts"
import type { World } from "./World.ts"

const count = 3

/** Creates them before anything can go wrong. */
export const founded = (world: World): void => {
  const store = Context.get(world.stores, OrganizationStore)
  for (let index = 0; index < count; index++) {
    const organization = {
      ...newOrganization({
        id: OrganizationId.make(world.nextId("org")),
        name: "simulated",
        plan: "scale" as const,
        createdAt: DateTime.makeUnsafe(epochMillis)
      }),
      overrides: {
        monthlyCredits: world.universe.chance.pick(world.scale.monthlyCredits),
        concurrentBatches: world.universe.chance.pick(world.scale.concurrentBatches)
      }
    }
    Effect.runSync(store.create(organization))
    world.organizations.push(organization.id)
    world.profiles.found(world, organization.id)
  }
}
