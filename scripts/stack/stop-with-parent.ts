// Preloaded by every program that a script starts: the program ends when the script was killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
