/** The secrets of the installation. */
import type { Connection } from "../Connection.ts"

export const instanceSecretWrites = {
  /** Keeps a secret under a name that has none; gives the one that is kept. */
  "InstanceSecretStore.getOrKeep": (
    db: Connection,
    { candidate, name }: { readonly name: string; readonly candidate: string }
  ): string => {
    db.run("insert into instance_secrets (name, secret) values (?, ?) on conflict do nothing", name, candidate)
    return db.get<{ readonly secret: string }>("select secret from instance_secrets where name = ?", name)!.secret
  }
}
