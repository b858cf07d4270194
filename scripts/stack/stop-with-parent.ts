// Loaded before the programs that a script starts: they end when the script is killed and cannot end them itself.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
