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
  },

  /** Replaces a secret that is kept still; tells whether it was. */
  "InstanceSecretStore.replace": (
    db: Connection,
    { name, next, secret }: { readonly name: string; readonly secret: string; readonly next: string | null }
  ): boolean =>
    next === null
      ? db.run("delete from instance_secrets where name = ? and secret = ?", name, secret) > 0
      : db.run("update instance_secrets set secret = ? where name = ? and secret = ?", next, name, secret) > 0
}
