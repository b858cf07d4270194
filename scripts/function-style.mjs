/** A rule of the linter: a function of a file with statements is a declaration. An arrow function is one expression. */
const declareFunctions = {
  create: (context) => {
    const check = ({ id, init }) => {
      // A declaration cannot take its type from elsewhere.
      if (init?.type !== 'ArrowFunctionExpression' || init.body.type !== 'BlockStatement' || id.typeAnnotation) return;
      context.report({ node: id, message: `Write \`function ${id.name}(…) {…}\`: it has statements.` });
    };
    return {
      'Program > VariableDeclaration > VariableDeclarator': check,
      'Program > ExportNamedDeclaration > VariableDeclaration > VariableDeclarator': check,
    };
  },
};

export default { meta: { name: 'style' }, rules: { 'declare-functions': declareFunctions } };
