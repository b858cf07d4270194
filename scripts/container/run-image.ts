import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Buildah } from './buildah.ts';

/** The files of an image, and how it wants to be run. */
export type Image = { readonly files: string; readonly config: z.infer<typeof ImageConfig> };

const ImageConfig = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Cmd: z.array(z.string()),
  WorkingDir: z.string(),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
});

/** Gives the files of an image to `work`, and removes them afterwards. */
export async function withImage(buildah: Buildah, name: string, work: (image: Image) => Promise<void>): Promise<void> {
  const inspected: unknown = JSON.parse(buildah('inspect', '--type', 'image', name));
  const { config } = z.object({ Docker: z.object({ config: ImageConfig }) }).parse(inspected).Docker;
  const container = buildah('from', '--pull-never', name);
  try {
    await work({ files: buildah('mount', container), config });
  } finally {
    buildah('rm', container);
  }
}

export type RunningImage = {
  output(): string;
  /** Resolves when the output contains the text. Throws if the process ends before. */
  says(text: string): Promise<void>;
  /** The exit code, when the process has ended. */
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM as an engine does, and returns the exit code and the time it took. */
  stop(): Promise<{ code: number | null; seconds: number }>;
};

/**
 * As an engine does: the command is process 1, the root file system is read-only with a tmpfs at /tmp, and the user is the
 * one of the image.
 */
const enter = `mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && mount -t tmpfs tmpfs "$1/tmp" &&
  mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" || exit 125
  files=$1 user=$2 folder=$3; shift 3
  exec chroot --userspec="$user" "$files" env --chdir="$folder" "$@"`;

export function runImage(
  { files, config }: Image,
  variables: Record<string, string>,
  command = config.Cmd,
): RunningImage {
  const own = Object.fromEntries(config.Env.map((text) => splitAt(text, text.indexOf('='))));
  const args = ['sh', '-c', enter, 'sh', files, config.User, config.WorkingDir, ...command];
  const program = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', ...args], {
    env: { ...own, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const ended = once(program, 'close').then(([code]: (number | null)[]) => code ?? null);
  return {
    output: () => text,
    async says(wanted) {
      const deadline = Date.now() + maxWaitMs;
      while (!text.includes(wanted)) {
        if (program.exitCode !== null || Date.now() > deadline)
          throw new Error(`The container did not say ${wanted}:\n${text.slice(-4000)}`);
        await delay(50);
      }
    },
    ended,
    async stop() {
      const started = performance.now();
      process.kill(firstProcessOf(program.pid ?? 0), 'SIGTERM');
      return { code: await ended, seconds: (performance.now() - started) / 1000 };
    },
  };
}

const maxWaitMs = 60_000;

const splitAt = (text: string, place: number): [string, string] => [text.slice(0, place), text.slice(place + 1)];

/** The child of unshare, which is process 1 in its own view. */
function firstProcessOf(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  if (!child) throw new Error('The container has ended.');
  return Number(child);
}
