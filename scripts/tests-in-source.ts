import * as z from 'zod';

/**
 * The tests of a parsed test file. Each has its title after those of its `describe` blocks, and the same with the title of
 * each of its steps: `a booking › is refused`. Values in a title become `…`. Skipped tests are left out.
 */
export function testsIn(program: unknown): string[][] {
  const tests: string[][] = [];
  visit(program, [], undefined, tests);
  return tests;
}

function visit(node: unknown, blocks: readonly string[], test: string[] | undefined, tests: string[][]): void {
  if (node === null || typeof node !== 'object') return;
  const call = Call.safeParse(node);
  const name = call.success ? nameOf(call.data.callee) : '';
  const title = call.success ? titleOf(call.data.arguments[0]) : undefined;
  let inside = { blocks, test };
  if (title !== undefined && /\b(skip|todo|fixme)\b/.test(name)) return;
  if (title !== undefined && name === 'test.step') test?.push([...blocks, title].join(' › '));
  else if (title !== undefined && /^describe\b/.test(name)) inside = { blocks: [...blocks, title], test };
  else if (title !== undefined && /^(test|it)(\.(each|for|only|concurrent))?$/.test(name)) {
    const own = [[...blocks, title].join(' › ')];
    tests.push(own);
    inside = { blocks: [...blocks, title], test: own };
  }
  for (const child of Object.values(node)) visit(child, inside.blocks, inside.test, tests);
}

const Call = z.object({ type: z.literal('CallExpression'), callee: z.unknown(), arguments: z.array(z.unknown()) });
const Name = z.object({ type: z.literal('Identifier'), name: z.string() });
const Member = z.object({ type: z.literal('MemberExpression'), object: z.unknown(), property: z.unknown() });
const Text = z.object({ type: z.literal('Literal'), value: z.string() });
const Template = z.object({
  type: z.literal('TemplateLiteral'),
  quasis: z.array(z.object({ value: z.object({ cooked: z.string() }) })),
});

/** `it`, `test.step`, `test.each` of `test.each(values)`. */
function nameOf(callee: unknown): string {
  const name = Name.safeParse(callee);
  if (name.success) return name.data.name;
  const member = Member.safeParse(callee);
  if (member.success) return `${nameOf(member.data.object)}.${nameOf(member.data.property)}`;
  const call = Call.safeParse(callee);
  return call.success ? nameOf(call.data.callee) : '';
}

function titleOf(argument: unknown): string | undefined {
  const text = Text.safeParse(argument);
  if (text.success) return text.data.value;
  const template = Template.safeParse(argument);
  return template.success ? template.data.quasis.map(({ value }) => value.cooked).join('…') : undefined;
}
