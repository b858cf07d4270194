declare module '@fontsource-variable/inter';
declare module 'virtual:theme.css';
