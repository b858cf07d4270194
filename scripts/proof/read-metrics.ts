/** What a process says of itself at `/metrics`, by the name and labels of each line. */
export async function readMetrics(url: string): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(30_000) });
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
