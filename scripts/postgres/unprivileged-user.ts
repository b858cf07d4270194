import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

type User = {
  uid: number;
  gid: number;
};

/** PostgreSQL refuses to run as root: another user, and whether that user may pass closed folders on its way. */
export type UnprivilegedUser = {
  passesClosedFolders: boolean;
} & User;

/** As root: the owner of the cluster, else a system user. `paths` are what that user has to reach. */
export function unprivilegedUser(cluster: string, paths: string[]): UnprivilegedUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = ownerOf(cluster) ?? systemUser('postgres') ?? systemUser('nobody') ?? { uid: 65534, gid: 65534 };
  const closed = !paths.every((file) => canEnter(file, user));
  if (closed) refuseWithoutSetpriv(user);
  return { ...user, passesClosedFolders: closed };
}

/** The arguments of `spawn` that start a program as this user. */
export function launchAs(user: UnprivilegedUser | undefined, program: string, args: string[]) {
  if (!user) return { file: program, args, options: {} };
  if (!user.passesClosedFolders) return { file: program, args, options: { uid: user.uid, gid: user.gid } };
  return { file: 'setpriv', args: [...setprivArguments(user), program, ...args], options: {} };
}

function ownerOf(file: string): User | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

function systemUser(name: string): User | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout));
  return uid && gid ? { uid, gid } : undefined;
}

function canEnter(file: string, user: User): boolean {
  const { uid, gid, mode } = statSync(file);
  const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
  const parent = path.dirname(file);
  return (bits & 0b001) !== 0 && (parent === file || canEnter(parent, user));
}

// A clone below /root is closed to every other user. setpriv (util-linux) leaves the process the one capability to
// pass through, so that no folder of the machine has to be opened up. Without no_setuid_fixup access(2), by which initdb
// checks its own path, would not count it (capabilities(7)).
function setprivArguments({ uid, gid }: User): string[] {
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return ['--securebits=+no_setuid_fixup', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capability];
}

function refuseWithoutSetpriv(user: User): void {
  if (spawnSync('setpriv', [...setprivArguments(user), 'true']).status === 0) return;
  throw new Error(
    'PostgreSQL cannot run as root, and this folder is closed to other users: move it, or start as an ordinary user.',
  );
}
